import type { values } from '../../../../generated/values.ts';

type Name = (typeof values.GatewayName)[number];
type Status = (typeof values.GatewayStatus)[number];

/**
 * A stored gateway name as answers show it. The contract lists the names of the sandbox; a live gateway has the name of its entry
 * in gateways.yaml.
 */
export function readGatewayName(text: string): Name {
  if (!isName(text)) throw new Error(`${text} is no name of a gateway`);
  return text;
}

/** The provider's raw status code as answers show it. The contract lists those of the sandbox. */
export function readGatewayStatus(text: string): Status {
  if (!isStatus(text)) throw new Error(`${text} is no status of a gateway`);
  return text;
}

function isName(text: string): text is Name {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}

function isStatus(text: string): text is Status {
  return text !== '' && text.length <= 64;
}
