/** The account of a subaccount: its id without dashes. */
export function subaccountCode(id: string): `subaccount:${string}` {
  return `subaccount:${id.replaceAll('-', '')}`;
}
