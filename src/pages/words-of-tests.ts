/** What stands in the panel that only the sandbox shows. A part of `words`. */
export const testWords = {
  title: 'Test numbers',
  session: 'Test session',
  text: 'This is the sandbox. These numbers choose the outcome; any future expiry and three digits will do.',
  cards: 'Test cards',
  phones: 'Test phones',
  number: 'Number',
  outcome: 'Outcome',
  use: 'Use this',
  useNumber: (number: string) => `Use this: ${number}`,
  expire: 'Expire this session now',
  seconds: (seconds: number) => (seconds === 0 ? 'at once' : `after ${seconds} s`),
} as const;
