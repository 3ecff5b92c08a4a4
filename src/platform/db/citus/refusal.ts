/** Why nothing can be distributed. `remedy` says what to do. */
export class CannotDistribute extends Error {
  override name = 'CannotDistribute';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
