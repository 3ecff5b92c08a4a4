import type { RequestListener } from 'node:http';

const slash = '/'.charCodeAt(0);
const wholeUrl = /^https?:\/\/([^/?#@\\]+)(\/[^?#]*)?(\?[^#]*)?$/i;

/**
 * Takes a request line with a whole URL as one with its path, as HTTP asks of every server: some programs send what they were given,
 * and a proxy may pass it on. Only if it names the same host as the header `Host` does, since nothing else of it is looked at.
 */
export function takingWholeUrls(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { url = '/' } = req;
    if (url.charCodeAt(0) !== slash) {
      const [, host, path = '/', query = ''] = wholeUrl.exec(url) ?? [];
      if (host !== undefined && host.toLowerCase() === req.headers.host?.toLowerCase())
        req.url = path + query;
    }
    listener(req, res);
  };
}
