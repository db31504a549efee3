import { createHmac } from 'node:crypto';
import type { Approval, Delivery } from '@interpose/guardian-api';

/** The address to call, with the secret and the format. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  readonly format: 'json' | 'slack';
}

/** The content of a call: an ask with its link, or a test. */
export type Told =
  | { readonly kind: string; readonly approval: Approval; readonly link: string }
  | { readonly kind: 'test'; readonly link: string };

const ANSWER_MS = 10_000;

/** Calls a webhook once, signed; only the status of its answer is read. */
export async function callWebhook(
  { url, secret, format }: WebhookTarget,
  told: Told,
): Promise<Delivery> {
  const body = JSON.stringify(format === 'slack' ? slackMessage(told) : told);
  const at = Date.now();
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'interpose-signature': `t=${at},v1=${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
    await response.body?.cancel();
    const { ok, status } = response;
    return ok ? { status } : { status, failing: `status ${status}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { failing: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

const HEADS: Readonly<Record<string, string>> = {
  escalated: 'Still waiting: ',
  answered: 'Answered: ',
  expired: 'Expired: ',
};

/** Returns a message for an incoming webhook of Slack: the question, and a button that leads to the answer. */
function slackMessage(told: Told): object {
  const { question, action, ...words } = inWords(told);
  const head = escaped(words.head);
  const text = { type: 'mrkdwn', text: cut(`*${head}*\n${escaped(question)}`, MOST_OF_SECTION) };
  const label = { type: 'plain_text', text: action };
  const button = { type: 'button', text: label, url: told.link };
  return {
    text: head,
    blocks: [
      { type: 'section', text },
      { type: 'actions', elements: [button] },
    ],
  };
}

function inWords(told: Told): {
  readonly head: string;
  readonly question: string;
  readonly action: string;
} {
  if (!('approval' in told))
    return { head: 'A test', question: 'You will be told of asks here.', action: 'Open' };
  const { agent, tool, event, question, state } = told.approval;
  const head = `${HEADS[told.kind] ?? ''}${agent} asks: ${tool ?? event}`;
  const isOver = told.kind === 'answered' || told.kind === 'expired';
  return {
    head,
    question: isOver ? `${question} (${state})` : question,
    action: isOver ? 'Look' : 'Answer',
  };
}

/** The most characters that Slack accepts in a section. */
const MOST_OF_SECTION = 3000;
const MOST_OF_TEXT = 2900;

/** Returns a text that mentions nobody and links nowhere: names come from agents, questions also from models. */
function escaped(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return cut(plain, MOST_OF_TEXT);
}

/** Cuts a text, without half a character at its end. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}
