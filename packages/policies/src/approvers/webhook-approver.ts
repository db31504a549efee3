import {
  checkOptions,
  InterposeError,
  readAnswer,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type OptionKind,
  type ResumeAnswer,
} from '@interpose/core';

import { sign, verify, webhookKey } from './webhook-signature.ts';

const OPTIONS = { url: 'any', secret: 'any', fetch: 'function' } satisfies Record<
  keyof WebhookApproverOptions,
  OptionKind
>;

/**
 * Options of `webhookApprover`.
 *
 * @example
 * const options: WebhookApproverOptions = { url: 'https://desk.example/asks', secret: 'whsec_…' };
 */
export interface WebhookApproverOptions {
  readonly url: string | URL;
  /** The secret shared with the service: at least 24 bytes in base64, optionally after `whsec_`. */
  readonly secret: string;
  /** The function that sends the request, for tests and proxies. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const LONGEST_ANSWER = 64 * 1024;

/**
 * An approver that sends the question to a service of yours as a signed POST (specification: Standard Webhooks 1.0).
 * The service signs its answer with the same secret, for the same id and digest, so that nobody can forge or replay an
 * answer. Status 202 suspends the call: go on later with `hooks.resume(token, answer)`.
 *
 * @throws InterposeError `invalid_option`; the approver rejects with `webhook_failed` or `webhook_unsigned`, which denies.
 * @example
 * const secret = process.env['WEBHOOK_SECRET'] ?? '';
 * const hooks = createHooks({ approver: webhookApprover({ url: 'https://desk.example/asks', secret }) });
 */
export function webhookApprover(options: WebhookApproverOptions): Approver;
export function webhookApprover(
  options: WebhookApproverOptions,
  ...more: readonly unknown[]
): Approver {
  checkOptions('webhookApprover', options, OPTIONS, more);
  const { url, secret, fetch = globalThis.fetch } = options ?? {};
  const target = readUrl(url);
  const key = webhookKey(secret);
  return async (request) => {
    const id = `msg_${crypto.randomUUID()}`;
    const body = JSON.stringify(questionOf(request));
    const response = await fetch(target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(await sign(await key, id, body)) },
      redirect: 'error',
      signal: request.signal,
    });
    const text = await textOf(response);
    await verify(await key, id, response.headers, text);
    return response.status === 202 ? { suspend: true } : answerIn(text, request.digest);
  };
}

/** Returns what the service receives. Its `token` answers the question later, once. */
function questionOf(request: ApprovalRequest): Omit<ApprovalRequest, 'signal'> {
  const { signal: _, ...question } = request;
  return question;
}

async function textOf(response: Response): Promise<string> {
  if (!response.ok) throw failed(`the service answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw failed(`the answer is longer than ${LONGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(
    await new Blob(chunks as BlobPart[]).arrayBuffer(),
  );
}

function answerIn(text: string, digest: string): ApprovalAnswer {
  let answer: ApprovalAnswer;
  try {
    answer = readAnswer(JSON.parse(text));
  } catch (error) {
    throw failed(
      InterposeError.isInstance(error) ? withoutCode(error) : 'the answer is not JSON',
      error,
    );
  }
  if ('suspend' in answer) throw failed('the answer says later with a status other than 202');
  const { digest: answered, ...said } = answer as ResumeAnswer;
  if (answered !== digest) throw failed('the answer is to another question: its digest differs');
  return said;
}

function withoutCode({ message }: InterposeError): string {
  return message.replace(/^\[\w+\] /, '');
}

function readUrl(url: unknown): URL {
  const target = URL.parse(String(url));
  if (target?.protocol === 'https:') return target;
  if (
    target?.protocol === 'http:' &&
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(target.hostname)
  )
    return target;
  throw new InterposeError(
    'invalid_option',
    `webhookApprover: url is ${String(url)}`,
    'pass an https address, or http on this machine',
  );
}

function failed(problem: string, cause?: unknown): InterposeError {
  return new InterposeError(
    'webhook_failed',
    problem,
    'answer with status 200 and JSON: { approved, digest, by?, reason?, change? }',
    { cause },
  );
}
