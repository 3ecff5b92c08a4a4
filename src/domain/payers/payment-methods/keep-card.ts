import type { Context } from '../../../engine/context.ts';
import { troubleOf } from '../../money/gateways/asking.ts';
import { isDomesticSwitch } from '../../money/gateways/card-number.ts';
import type { CardInstrument, KeepOutcome, KeepRequest } from '../../money/gateways/port.ts';
import type { UsableMethod } from './queries.ts';

type Kind = UsableMethod['type'];

/** A gateway's answer, and which gateway gave it. */
export type KeepAnswer = { readonly type: Kind; readonly gateway: string; readonly outcome: KeepOutcome };

/** The kinds of card that can be saved in this mode: those whose gateway issues tokens. */
export function savedKinds(ctx: Context): readonly Kind[] {
  return (['card', 'domestic_switch'] as const).filter((kind) => ctx.gateways.forMethod(kind)?.tokenize);
}

/**
 * Asks the gateway of the card's kind to keep it. Nothing is charged. Call it with no transaction open. It never throws: an error
 * becomes the outcome `unknown`, and the log shows nothing of the card.
 *
 * @param request.reference of this attempt
 *
 * Spec: "Sandbox card scenarios". Decision 0015.
 */
export async function keepCard(ctx: Context, request: KeepRequest): Promise<KeepAnswer> {
  const type = kindOf(request.card);
  const gateway = ctx.gateways.forMethod(type);
  if (!gateway?.tokenize) return { type, gateway: '', outcome: { kind: 'unavailable' } };
  const { name } = gateway;
  try {
    return { type, gateway: name, outcome: await gateway.tokenize(request) };
  } catch (error) {
    ctx.log.error({ err: troubleOf(error), gateway: name }, 'the gateway did not answer');
    return { type, gateway: name, outcome: { kind: 'unknown' } };
  }
}

function kindOf({ number }: CardInstrument): Kind {
  return isDomesticSwitch(number) ? 'domestic_switch' : 'card';
}
