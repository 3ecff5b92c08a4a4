/** What an acquirer may say of a dispute. */
export const said = ['warned', 'opened', 'won', 'lost', 'reinstated'] as const;
