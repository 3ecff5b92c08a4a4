import { sha256 } from '../../../platform/secrets.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import { Refusal } from './answers.ts';
import { formWithout, type PostedForm } from './form.ts';
import type { Visit } from './visit.ts';

const { changedMeanwhile: words } = frameWords;

/** What a screen shows of a thing: the name of a field, or of several fields together → its text. */
export type Shown = Readonly<Record<string, string>>;

/** The field of a form that says what its screen showed. */
const field = 'seen';
const hashLength = 12;

const hashOf = (text: string): string => sha256(text).toString('base64url').slice(0, hashLength);

/** What the field `seen` of a form says: a hash of each text, since a text may be long. */
export const seenText = (shown: Shown): string =>
  new URLSearchParams(Object.entries(shown).map(([name, text]) => [name, hashOf(text)])).toString();

/** What `seen` says in the form at `to`. A form that comes back with what was typed still says what was first shown. */
export const seenInForm = ({ form, path }: Visit, to: string, shown: Shown): string =>
  form.has(field) && path === to ? form.value(field) : seenText(shown);

/** Somebody changed what a form is about after its screen was shown. */
export class ChangedMeanwhile extends Refusal {
  override name = 'ChangedMeanwhile';
  /** What was typed. A field that was left as it was shown is left out, so that the screen shows it as it is now. */
  readonly form: PostedForm;
  /** What now stands in the fields that the person changed too. */
  readonly wrong: Readonly<Record<string, string>>;

  constructor(form: PostedForm, wrong: Readonly<Record<string, string>>) {
    super(words.text, words.title);
    this.form = form;
    this.wrong = wrong;
  }
}

type Compared = {
  /** As it is now. Read it under the lock of the change. */
  readonly present: Shown;
  /** As the form would make it. Absent for a button. */
  readonly wanted?: Shown;
  /** The fields of the form that a name in `Shown` stands for, if they are called otherwise. */
  readonly fields?: Readonly<Record<string, (field: string) => boolean>>;
};

/**
 * Refuses a form whose screen showed something that is not so any more: it would undo what somebody else changed, or do what its
 * sender would not do now. A form that wants what is there already passes; so does one without `seen`, which an earlier release made.
 *
 * @throws ChangedMeanwhile
 *
 * Decision 0142.
 */
export function refuseChanged({ form }: Visit, { present, wanted = {}, fields = {} }: Compared): void {
  if (!form.has(field)) return;
  const seen = new URLSearchParams(form.value(field));
  const isAsShown = (name: string, text: string | undefined) =>
    text === undefined || seen.get(name) === hashOf(text);
  const changed = Object.entries(present).filter(
    ([name, text]) => !isAsShown(name, text) && wanted[name] !== text,
  );
  if (changed.length === 0) return;
  const isLeft = (name: string): boolean => isAsShown(name, wanted[name]);
  const left = Object.keys(present).filter(isLeft);
  const isOfLeft = (one: string): boolean =>
    one === field || left.some((name) => fields[name]?.(one) ?? name === one);
  const both = changed.filter(([name]) => !isLeft(name));
  const wrong = Object.fromEntries(both.map(([name, text]) => [name, words.now(text)]));
  throw new ChangedMeanwhile(formWithout(form, isOfLeft), wrong);
}
