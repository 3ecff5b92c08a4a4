import { values } from '../../../../generated/values.ts';

const names = values.GatewayName;
const statuses = values.GatewayStatus;
type Name = (typeof names)[number];
type Status = (typeof statuses)[number];

/** A stored gateway name as answers show it. */
export function readGatewayName(text: string): Name {
  return known(names, text);
}

/** The provider's raw status code as answers show it. */
export function readGatewayStatus(text: string): Status {
  return known(statuses, text);
}

function known<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new Error(`the contract does not know ${text}`);
  return word;
}
