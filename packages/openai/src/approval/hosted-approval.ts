import type { Hooks } from '@interpose/core';
import { gateToolCall, providerTool, type Chat } from '@interpose/core/adapter';
import type { CallRun } from '../run/host-run.ts';
import { argumentsOf } from '../translate/responses/message-to-contract.ts';
import { messagesIn, textOf, type Body } from '../translate/native.ts';

/** Why a call of a server at the provider is withheld or refused if hooks did more than deny it. */
export const YES_OR_NO = 'Blocked: the provider can only be told yes or no.';

/** What hooks said of a call that waits for approval: why it may not run, or undefined if it may. */
type Ruling = string | undefined;

/** The latest rulings for each registry, by the id of the call, with everything that the call says. */
const rulings = new WeakMap<
  Hooks,
  Map<unknown, { readonly said: string; readonly ruling: Ruling }>
>();
const KEPT = 1000;

/** Whether an item is a call of a server at the provider that waits for the approval of the app. */
export function waitsForApproval(item: Body | undefined): item is Body {
  return item?.['type'] === 'mcp_approval_request';
}

/** Asks the hooks about a call that waits for approval. Returns why it may not run, or undefined if it may. */
export async function judgeApproval(
  chat: Chat,
  { hooks, remembered }: Pick<CallRun, 'hooks' | 'remembered'>,
  item: Body,
): Promise<Ruling> {
  const [id, name] = [textOf(item['id']) ?? '', textOf(item['name']) ?? ''];
  const call = { id, name, args: argumentsOf(item) };
  const tool = { ...providerTool(chat, name), server: textOf(item['server_label']) ?? '' };
  let ruling: Ruling;
  if (!tool.enabled || remembered?.absent.has(name) === true)
    ruling = `The tool ${name} is disabled.`;
  else {
    const gate = await gateToolCall(chat, { call, tool, native: item });
    if (gate.kind === 'denied') ruling = gate.text;
    else if (gate.kind !== 'run' || gate.call !== call) ruling = YES_OR_NO;
  }
  const known = rulings.get(hooks) ?? new Map<unknown, { said: string; ruling: Ruling }>();
  rulings.set(hooks, known.set(id, { said: saidIn(item), ruling }));
  if (known.size > KEPT) known.delete(known.keys().next().value);
  return ruling;
}

/**
 * Returns the request with a no in place of each yes to a call that hooks denied. A call that they have not seen, such as
 * one of an answer that the app read again, is judged here if the request repeats it.
 */
export async function withJudgedAnswers(chat: Chat, run: CallRun, body: Body): Promise<Body> {
  const items = messagesIn(body['input']);
  const refused = new Map<Body, string>();
  for (const answer of items.filter(saysYes)) {
    const { approval_request_id: id } = answer;
    const asked = items.filter((item) => waitsForApproval(item) && item['id'] === id);
    const known = rulings.get(run.hooks)?.get(id);
    if (asked.length === 0 && known?.ruling !== undefined) refused.set(answer, known.ruling);
    for (const item of asked) {
      const isKnown = known?.said === saidIn(item);
      const ruling = isKnown ? known.ruling : await judgeApproval(chat, run, item);
      if (ruling !== undefined) refused.set(answer, ruling);
    }
  }
  if (refused.size === 0) return body;
  const input = items.map((item) => {
    const reason = refused.get(item);
    return reason === undefined ? item : { ...item, approve: false, reason };
  });
  return { ...body, input };
}

/** Whether the app approves calls with this request. */
export function approves({ input }: Body): boolean {
  return Array.isArray(input) && messagesIn(input).some(saysYes);
}

function saysYes({ type, approve }: Body): boolean {
  return type === 'mcp_approval_response' && approve !== false;
}

function saidIn({ server_label: server, name, arguments: args }: Body): string {
  return JSON.stringify([server, name, args]);
}
