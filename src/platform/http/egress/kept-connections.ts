import * as http from 'node:http';
import * as https from 'node:https';
import { Recent } from '../../recent.ts';

/** Servers that keep idle connections do so for five seconds and more: ours is closed first. */
const keptMs = 4000;
/** As many deliveries as are under way to one receiver. */
const mostKeptEach = 32;
const mostKept = 256;
const mostSilent = 10_000;

/** A server: the address that was judged, and the name that its certificate must have. */
type Place = { readonly url: URL; readonly address: string };

/**
 * Connections that were used and may be used again, for four seconds: 32 to one server and 256 in all. Those that nobody uses keep no
 * process alive.
 *
 * Decision 0131.
 */
export class KeptConnections {
  readonly #http = new http.Agent({ keepAlive: true, timeout: keptMs, maxFreeSockets: mostKeptEach });
  readonly #https = new https.Agent({ keepAlive: true, timeout: keptMs, maxFreeSockets: mostKeptEach });
  /** Servers that left a second request on a connection without an answer. */
  readonly #silent = new Recent<true>(mostSilent);

  constructor() {
    for (const agent of [this.#http, this.#https]) {
      const keep = agent.keepSocketAlive.bind(agent);
      // An agent keeps a socket unless this function answers false, which its type does not say.
      agent.keepSocketAlive = (socket) => (this.#isFull() ? false : keep(socket));
    }
  }

  /** False: this server gets a connection for each request. */
  agentFor(place: Place): http.Agent | false {
    if (this.#silent.get(nameOf(place))) return false;
    return place.url.protocol === 'http:' ? this.#http : this.#https;
  }

  /** Never again keeps a connection to this server. */
  noteSilence(place: Place): void {
    this.#silent.set(nameOf(place), true);
  }

  #isFull(): boolean {
    return keptBy(this.#http) + keptBy(this.#https) >= mostKept;
  }
}

function keptBy({ freeSockets }: http.Agent): number {
  return Object.values(freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
}

function nameOf({ url, address }: Place): string {
  return `${url.origin} ${address}`;
}
