import type { Endpoint } from '../../../../../domain/notices/endpoints/queries.ts';
import type { Line, NextStep } from '../../../../../domain/payouts/going-live/line.ts';
import type { Right } from '../../../../../domain/people/roles/roles.ts';
import { showId } from '../../../../../platform/ids.ts';
import type { Child } from '../../../../html.ts';
import { goingLiveWords } from '../../../../words/dashboard/merchant/going-live.ts';
import { link } from '../../../parts/show.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { steps } = goingLiveWords;

type Target =
  /** `:app` stands for the app; `right`: who may open the screen. */
  | { readonly label: string; readonly path: string; readonly right?: Right }
  | { readonly label: string; readonly docs: string }
  /** Nothing that the merchant could do in the dashboard. */
  | { readonly label: string };

const targets: Readonly<Record<NextStep, Target>> = {
  reopen: { label: steps.support },
  'submit-kyc': { label: steps.verify, path: '/verification' },
  'enrol-codes': { label: steps.codes, path: '/team' },
  'create-app': { label: steps.createApp, path: '/apps/new', right: 'develop' },
  'create-key': { label: steps.app, path: '/apps/:app' },
  'set-features': { label: steps.app, path: '/apps/:app' },
  'set-webhook': { label: steps.webhook, path: '/apps/:app/webhook' },
  'look-at-webhook': { label: steps.webhook, path: '/apps/:app/webhook' },
  'verify-signatures': { label: steps.guide, docs: '/docs/guides/receive-webhooks' },
  'save-destination': { label: steps.payouts, path: '/payouts' },
  'route-payouts': { label: steps.operator },
  'write-gateways': { label: steps.operator },
  'check-gateway': { label: steps.operator },
};

/** The screen of live mode, or the words, that a line leads to. Undefined: there is nothing to do. */
export function nextOf(visit: MerchantVisit, { next }: Line, app: Endpoint | undefined): Child | undefined {
  if (next === undefined) return undefined;
  const target = targets[next];
  if ('docs' in target) return link(target.docs, target.label);
  if (!('path' in target) || !visit.may(target.right ?? 'see')) return target.label;
  const path = target.path.replace(':app', app ? showId('app', app.app_id) : '');
  return link(`/dashboard/live${path}`, target.label);
}
