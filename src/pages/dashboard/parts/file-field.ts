import { type Html, html } from '../../html.ts';
import { frameWords } from '../../words/dashboard/frame.ts';
import type { Visit } from '../requests/visit.ts';
import { type About, around, invalid } from './forms.ts';

const mebibyte = 1024 * 1024;
/** Of all files of a form, in bytes. */
export const mostTogether = 20 * mebibyte;

/** One file. What was chosen cannot be shown again, so a form that comes back says that it lacks the file. @param accept endings of file names: `.pdf,.png` */
export function fileField(
  visit: Visit,
  about: About & {
    readonly accept: string;
    /** The id of its form, if it stands outside of it. */
    readonly form?: string;
    /** The most bytes that are taken; absent: the service says so. */
    readonly most?: number;
  },
): Html {
  const form = about.form !== undefined && html` form="${about.form}"`;
  const lost = visit.form.file(about.name) && { [about.name]: frameWords.form.fileAgain };
  const shown = { ...visit, wrong: { ...lost, ...visit.wrong } };
  const { most } = about;
  const { tooLarge, tooMany } = frameWords.form;
  const limits =
    most !== undefined &&
    html` data-most="${most}" data-most-together="${mostTogether}" data-large="${tooLarge(most / mebibyte)}" data-many="${tooMany(mostTogether / mebibyte)}"`;
  return around(
    shown,
    about,
    (described) =>
      html`<input id="${about.name}" name="${about.name}"${form} type="file" accept="${about.accept}"${limits} aria-describedby="${described}"${invalid(shown, about.name)}>`,
  );
}
