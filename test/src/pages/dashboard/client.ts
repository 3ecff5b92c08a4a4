/** A screen, as a browser without script has it. */
export type Shown = {
  readonly status: number;
  /** The path and query of the screen. */
  readonly path: string;
  readonly text: string;
  readonly headers: Headers;
  /** Where a redirect leads, when it was not followed. */
  readonly location: string | undefined;
};

/** The text that a reader sees. */
export const plain = ({ text }: Shown): string => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

/** What the notices without a title say, each after its look: `good: The refund was completed.` */
export const noticesIn = ({ text }: Shown): readonly string[] =>
  [...text.matchAll(/<div class="notice (\w+)"[^>]*>\s*<p>([^<]*)</g)].map(
    ([, look = '', words = '']) => `${look}: ${words}`,
  );

type Fields = Readonly<Record<string, string | readonly string[]>>;
type Files = Readonly<Record<string, { readonly name: string; readonly content: Uint8Array }>>;

export type Client = {
  readonly baseUrl: string;
  /** The cookie that the browser would send; empty when nobody is signed in. */
  readonly cookie: () => string;
  /** Opens a screen and follows redirects. */
  readonly open: (path: string) => Promise<Shown>;
  /** Opens an address once; redirects are not followed. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Shown>;
  /** Sends the form of a screen that leads to an address ending so, with its hidden and present values; follows the redirect. */
  readonly submit: (shown: Shown, ending: string, fields?: Fields) => Promise<Shown>;
  /** As `submit`, of a form that takes files. */
  readonly upload: (shown: Shown, ending: string, fields: Fields, files: Files) => Promise<Shown>;
  /** Posts fields as they are; redirects are not followed. */
  readonly post: (path: string, fields: Fields, headers?: Readonly<Record<string, string>>) => Promise<Shown>;
  readonly signIn: (email: string, password: string) => Promise<Shown>;
};

export function clientOf(baseUrl: string): Client {
  let cookie = '';
  const ask = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const answer = await fetch(new URL(path, baseUrl), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookie = pair.endsWith('=') ? '' : pair;
    }
    const location = answer.headers.get('location') ?? undefined;
    return { status: answer.status, path, text: await answer.text(), headers: answer.headers, location };
  };
  const follow = async (shown: Shown, left = 5): Promise<Shown> => {
    if (shown.location === undefined || left === 0) return shown;
    return await follow(await ask(shown.location), left - 1);
  };
  const post: Client['post'] = (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: encoded(fields),
    });
  const submit: Client['submit'] = async (shown, ending, fields = {}) => {
    const form = formOf(shown, ending);
    return await follow(await post(form.action, { ...form.present, ...fields }));
  };
  const upload: Client['upload'] = async (shown, ending, fields, files) => {
    const form = formOf(shown, ending);
    const body = multipart({ ...form.present, ...fields }, files);
    return await follow(
      await ask(form.action, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body }),
    );
  };
  const open = async (path: string) => follow(await ask(path));
  return {
    baseUrl,
    cookie: () => cookie,
    open,
    get: (path, headers = {}) => ask(path, { headers }),
    post,
    submit,
    upload,
    signIn: async (email, password) => {
      const shown = await submit(await open('/dashboard/sign-in'), '/sign-in', { email, password });
      if (cookie === '') throw new Error(`not signed in: ${shown.text}`);
      return shown;
    },
  };
}

function encoded(fields: Fields): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of typeof value === 'string' ? [value] : value) sent.append(name, each);
  }
  return sent.toString();
}

function multipart(fields: Fields, files: Files): FormData {
  const sent = new FormData();
  for (const [name, value] of new URLSearchParams(encoded(fields))) sent.append(name, value);
  for (const [name, { name: fileName, content }] of Object.entries(files))
    sent.append(name, new File([new Uint8Array(content)], fileName));
  return sent;
}

type Form = { readonly action: string; readonly present: Record<string, readonly string[]> };

/** The form of a screen whose address ends so, with the values that a browser would send unchanged. */
export function formOf(shown: Shown, ending: string): Form {
  const form = formsIn(shown).find((each) => endsSo(each, ending));
  if (form) return form;
  throw new Error(`${shown.path} (${shown.status}) has no form to ${ending}`);
}

/** Every form of a screen that changes something. */
function formsIn({ text }: Shown): readonly Form[] {
  const forms = text.matchAll(/<form method="post" action="([^"]*)"[\s\S]*?<\/form>/g);
  return [...forms].flatMap(([form, action = '']) => {
    const present = presentIn(form);
    const actions = [action, ...otherActionsOf(attribute(form, 'id'), text)];
    return actions.map((each) => ({ action: unescaped(each), present }));
  });
}

/** Where buttons outside of a form send it. */
const otherActionsOf = (id: string, text: string): readonly string[] =>
  id === ''
    ? []
    : [...text.matchAll(/<button\b[^>]* form="([^"]*)" formaction="([^"]*)"/g)].flatMap(
        ([, form, action = '']) => (form === id ? [action] : []),
      );

/** The forms of a screen but for one, without what is another value each time a form is shown. */
export const othersIn = (shown: Shown, ending: string): readonly Form[] =>
  formsIn(shown)
    .filter((form) => !endsSo(form, ending))
    .map(({ action, present }) => ({ action, present: withoutChanging(present) }));

const withoutChanging = (present: Form['present']): Form['present'] =>
  Object.fromEntries(Object.entries(present).filter(([name]) => name !== 'token' && name !== 'once'));

const endsSo = ({ action }: Form, ending: string): boolean => (action.split('?')[0] ?? '').endsWith(ending);

function presentIn(form: string): Record<string, readonly string[]> {
  const present: Record<string, string[]> = {};
  for (const [name, value] of [...inputsIn(form), ...selectsIn(form), ...areasIn(form)])
    (present[name] ??= []).push(value);
  return present;
}

type Pair = readonly [string, string];

function inputsIn(form: string): readonly Pair[] {
  return [...form.matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter(
      (input) =>
        !/ disabled/.test(input) && (!/type="(?:radio|checkbox)"/.test(input) || / checked/.test(input)),
    )
    .map((input) => [attribute(input, 'name'), attribute(input, 'value')] as const);
}

function selectsIn(form: string): readonly Pair[] {
  const selects = form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g);
  return [...selects].map(([, name = '', options = '']) => {
    const chosen =
      /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    return [name, unescaped(chosen?.[1] ?? '')] as const;
  });
}

function areasIn(form: string): readonly Pair[] {
  const areas = form.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g);
  return [...areas].map(([, name = '', text = '']) => [name, unescaped(text)] as const);
}

const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
