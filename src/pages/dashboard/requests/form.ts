const mostFields = 400;
/** What the contract takes in no text. It comes along when people paste from slides, tables and scans, where nobody sees it. */
const unseen = /[^\P{Cc}\t\n\u0080-\u009F]|\p{Cs}/gu;

export type PostedFile = { readonly name: string; readonly content: Buffer };

export type PostedForm = {
  /** The trimmed text of a field, on one line; empty if it is missing. */
  readonly value: (name: string) => string;
  /** The text of a field, with its line breaks as `\n`. */
  readonly text: (name: string) => string;
  /** Every value of a field that is sent several times. */
  readonly all: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  /** A file that was chosen; undefined if none was, or the form takes none. */
  readonly file: (name: string) => PostedFile | undefined;
  /** True for the form that was posted, false where a screen is shown for the first time. */
  readonly sent: boolean;
};

/** Reads a posted form. Control characters are left out. */
export function readPosted(body: unknown, files: ReadonlyMap<string, PostedFile> = new Map()): PostedForm {
  const sent = typeof body === 'string';
  const fields = new Map<string, string[]>();
  for (const [name, value] of sent ? [...new URLSearchParams(body)].slice(0, mostFields) : []) {
    const known = fields.get(name);
    if (known) known.push(value);
    else fields.set(name, [value]);
  }
  const textOf = (name: string): string => readable(fields.get(name)?.[0] ?? '');
  return {
    value: (name) => lineOf(textOf(name)),
    text: textOf,
    all: (name) => (fields.get(name) ?? []).map((value) => lineOf(readable(value))),
    has: (name) => fields.has(name),
    file: (name) => files.get(name),
    sent,
  };
}

const readable = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '');

const lineOf = (text: string): string => text.replaceAll(/[\t\n]+/g, ' ').trim();

/** Sent with each group of checkboxes: browsers send nothing of a group in which none is ticked. */
export const shownGroups = 'shown';

/** A posted form as if some of its fields had not been sent. */
export function formWithout(form: PostedForm, isLeftOut: (name: string) => boolean): PostedForm {
  const groups = () => form.all(shownGroups).filter((name) => !isLeftOut(name));
  return {
    value: (name) => (isLeftOut(name) ? '' : form.value(name)),
    text: (name) => (isLeftOut(name) ? '' : form.text(name)),
    all: (name) => (name === shownGroups ? groups() : isLeftOut(name) ? [] : form.all(name)),
    has: (name) => !isLeftOut(name) && form.has(name),
    file: form.file,
    sent: form.sent,
  };
}

/** The last characters of what a browser calls a file, which may hold anything. */
export function fileName(name: string, most: number): string {
  const plain = Array.from(name.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''))
    .slice(-most)
    .join('')
    .trim();
  return plain === '' ? 'document' : plain;
}
