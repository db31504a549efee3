import { chooseTransport } from '../client/http/choose-transport.ts';
import { GuardianFailure } from '../client/http/guardian-failure.ts';
import { postOnce } from '../client/http/post-once.ts';
import type { Transport } from '../client/http/transport.ts';
import { isDict, stringAt } from '../wire/is-dict.ts';
import type { ReportSettings } from './report-options.ts';

/** The number of decisions in a batch that the guardian refused for good, and the reason. */
export interface Posted {
  readonly refused: number;
  readonly reason: string;
}

const MOST_ANSWER_BYTES = 1_048_576;
/** Statuses after which sending again would end the same way. */
const REFUSED: ReadonlySet<unknown> = new Set([400, 413, 422]);

/** Sends batches to the guardian. */
export class PostReports {
  readonly #settings: ReportSettings;
  #transport: Transport | undefined;

  constructor(settings: ReportSettings) {
    this.#settings = settings;
  }

  /**
   * Sends these lines, in halves if together they are too large, and the number of decisions lost since the last time.
   *
   * @throws GuardianFailure where they are to be sent again.
   */
  async send(lines: readonly string[], lost: number): Promise<Posted> {
    const more = lost === 0 ? '' : `,"lost":${lost}`;
    try {
      return readPosted(await this.#post(`{"decisions":[${lines.join(',')}]${more}}`));
    } catch (error) {
      const status = statusOf(error);
      if (status === 413 && lines.length > 1) return this.#halves(lines, lost);
      if (!REFUSED.has(status)) throw error;
      return { refused: lines.length, reason: `status ${String(status)}` };
    }
  }

  async #halves(lines: readonly string[], lost: number): Promise<Posted> {
    const half = Math.ceil(lines.length / 2);
    const first = await this.send(lines.slice(0, half), lost);
    const second = await this.send(lines.slice(half), 0);
    const { reason } = first.refused > 0 ? first : second;
    return { refused: first.refused + second.refused, reason };
  }

  #post(body: string): Promise<string> {
    this.#transport ??= chooseTransport(this.#settings.url);
    return postOnce(this.#transport, body, {
      ...this.#settings,
      maxAnswerBytes: MOST_ANSWER_BYTES,
    });
  }
}

function statusOf(error: unknown): unknown {
  if (!(error instanceof GuardianFailure)) return undefined;
  if (error.code === 'guardian_request_too_large') return 413;
  return error.code === 'guardian_status' ? error.cause : undefined;
}

/** Reads the answer. If it is not a guardian's, something else listens at the address. */
function readPosted(text: string): Posted {
  const answer = parsed(text);
  const refused = answer['refused'];
  if (typeof answer['taken'] !== 'number' || !Array.isArray(refused))
    throw new GuardianFailure('guardian_answer_invalid', { outage: true });
  const [first] = refused.filter(isDict);
  return { refused: refused.length, reason: stringAt(first ?? {}, 'why') ?? '' };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isDict(value) ? value : {};
  } catch {
    return {};
  }
}
