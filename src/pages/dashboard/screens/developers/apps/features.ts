import { operations } from '../../../../../../generated/operations.ts';
import { values } from '../../../../../../generated/values.ts';
import type { ListedApp } from '../../../../../domain/merchants/accounts/app-queries.ts';
import { setApp } from '../../../../../domain/merchants/accounts/set-app.ts';
import { html } from '../../../../html.ts';
import { appsWords as words } from '../../../../words/dashboard/developers/apps.ts';
import { checkboxes } from '../../../parts/choices.ts';
import { formTo } from '../../../parts/forms.ts';
import { section } from '../../../parts/show.ts';
import { appOf } from '../../../requests/acting.ts';
import { type Answer, seeOther } from '../../../requests/answers.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { addressOf, appIn } from './one-app.ts';

/** The features of an app, each with what is refused without it. */
export function featuresSection(visit: MerchantVisit, app: ListedApp) {
  const options = values.Feature.map((value) => ({
    value,
    label: words.features.names[value] ?? value,
    hint: words.features.refused(gatedBy(value)),
  }));
  const on = options.filter(({ value }) => app.features.includes(value)).map(({ label }) => label);
  return section(
    words.features.title,
    visit.may('develop')
      ? formTo(visit, {
          to: `${addressOf(visit, app)}/features`,
          button: words.features.save,
          look: 'quiet',
          seen: shownOf(app),
          fields: checkboxes(visit, {
            name: 'features',
            label: words.features.title,
            hint: words.features.text,
            options,
            values: app.features,
          }),
        })
      : html`<p>${on.join(', ')}</p>`,
  );
}

/** By the contract: the operations that a feature opens. */
const gatedBy = (feature: string): readonly string[] =>
  Object.values(operations).flatMap((operation) =>
    'feature' in operation && operation.feature === feature
      ? [`${operation.method.toUpperCase()} ${operation.path}`]
      : [],
  );

/** What the form shows of an app. */
const shownOf = ({ features }: { readonly features: readonly string[] }) => ({
  features: features.toSorted().join(', '),
});

export async function switchFeatures(visit: MerchantVisit): Promise<Answer> {
  const app = await appIn(visit);
  const wanted = visit.form.all('features');
  const features = values.Feature.filter((feature) => wanted.includes(feature));
  const deps = { platform: visit.office.platform, versions: visit.ctx.versions };
  await setApp(deps, appOf(visit, app.id), { features }, (before) =>
    refuseChanged(visit, { present: shownOf(before), wanted: shownOf({ features }) }),
  );
  return seeOther(`${addressOf(visit, app)}?done=features`);
}
