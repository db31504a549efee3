import { text } from 'node:stream/consumers';

import { InterposeError } from '@interpose/core';
import { printable } from '@interpose/core/log';
import type { Delivery, Retention, RetentionPreview, WebhookRow } from '@interpose/guardian-api';

import type { Call, Run } from './ask-guardian.ts';

const WEBHOOKS = '/api/settings/webhooks';
const RETENTION = '/api/settings/retention';

/** The usage of these commands. */
export const SETTINGS_USAGE =
  'webhooks list | webhooks add <address, or - to read it> [--format json|slack] [--kinds asked,escalated,answered,expired] | webhooks test <id> | webhooks remove <id> | retention show | retention preview|set [--payload-days <n>] [--decision-days <n>]';

/** The commands of admins for webhooks and retention. */
export const settingsCommands: Readonly<Record<string, Run>> = {
  'webhooks list': async ({ send }) => {
    const { rows } = await send<{ rows: readonly WebhookRow[] }>('GET', WEBHOOKS);
    return rows.length === 0 ? 'nobody is told' : rows.map(line).join('\n');
  },
  'webhooks add': async ({ send, rest, kinds, format }) => {
    const address = word(rest);
    const url = address === '-' ? (await text(process.stdin)).trim() : address;
    const more = kinds === undefined ? {} : { kinds: kinds.split(',') };
    const sent = { url, ...more, ...(format === undefined ? {} : { format }) };
    const added = await send<{ webhook: WebhookRow; secret: string }>('POST', WEBHOOKS, sent);
    return `${line(added.webhook)}\nsecret    ${added.secret}   (signs the calls; it is shown once)`;
  },
  'webhooks test': async ({ send, rest }) => {
    const path = `${WEBHOOKS}/${encodeURIComponent(word(rest))}/test`;
    const { status, failing } = await send<Delivery>('POST', path);
    return failing === undefined ? `taken     status ${status}` : `failed    ${failing}`;
  },
  'webhooks remove': async ({ send, rest }) => {
    await send('DELETE', `${WEBHOOKS}/${encodeURIComponent(word(rest))}`);
    return 'removed';
  },
  'retention show': async ({ send }) => inWords(await send<Retention>('GET', RETENTION)),
  'retention preview': async (call) => {
    const found = await call.send<RetentionPreview>(
      'POST',
      `${RETENTION}/preview`,
      await said(call),
    );
    const { decisions, payloads, keptDecisions } = found;
    return `would go  ${decisions} decisions, and the payloads of ${payloads} more; ${keptDecisions} decisions stay`;
  },
  'retention set': async (call) =>
    inWords(await call.send<Retention>('PUT', RETENTION, await said(call))),
};

/** Returns the given settings over the current ones. */
async function said({ send, payloadDays, decisionDays }: Call): Promise<object> {
  const now = await send<Retention>('GET', RETENTION);
  return {
    ...now,
    ...(payloadDays === undefined ? {} : { payloadDays: Number(payloadDays) }),
    ...(decisionDays === undefined ? {} : { decisionDays: Number(decisionDays) }),
  };
}

function word(rest: readonly string[]): string {
  const [given, ...more] = rest;
  if (given !== undefined && more.length === 0) return given;
  throw new InterposeError('arguments_invalid', 'name one webhook', `use ${SETTINGS_USAGE}`);
}

function inWords({ payloadDays, decisionDays }: Retention): string {
  return `payloads  ${payloadDays} days\ndecisions ${decisionDays} days`;
}

function line({ id, format, url, kinds, lastAt, lastStatus, failing }: WebhookRow): string {
  const last =
    lastAt === undefined ? 'never called' : (failing ?? `taken with status ${lastStatus}`);
  return printable([id, format, url, kinds.join(','), last].join('  '));
}
