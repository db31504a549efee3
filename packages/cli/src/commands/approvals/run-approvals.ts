import { askGuardian } from '../../guardian/ask-guardian.ts';
import { findGuardian, type FoundGuardian } from '../../guardian/find-guardian.ts';
import type { ExitCode } from '../../program/exit-code.ts';
import { usageError, type Given } from '../../program/given.ts';
import { plain } from '../../terminal/plain.ts';
import { table, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** An approval request of a guardian, with the fields shown here. */
interface Approval {
  readonly id: string;
  readonly agent: string;
  readonly event: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly question: string;
  readonly by: readonly string[];
  readonly state: string;
  readonly digest: string;
  readonly expiresAt: number;
  readonly answers: readonly {
    readonly by: string;
    readonly decision: string;
    readonly words?: string;
  }[];
}

interface Page {
  readonly rows: readonly Approval[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}

/** Lists approval requests, shows one, or answers it. */
export async function runApprovals(given: Given, terminal: Terminal): Promise<ExitCode> {
  const [action, id] = given.words;
  if (action === 'list') {
    given.takeOnly(action, 'folder', 'url');
    if (id !== undefined)
      throw usageError('list shows all asks', `run interpose approvals show ${id}`);
    return list(findGuardian(given), terminal);
  }
  if (action !== 'show' && action !== 'approve' && action !== 'deny')
    throw usageError(`there is no action ${action}`, 'use list, show, approve or deny');
  if (id === undefined)
    throw usageError(`${action} of what`, 'name the ask, as interpose approvals list shows it');
  given.takeOnly(action, 'folder', 'url', ...(action === 'show' ? [] : ['words']));
  const guardian = findGuardian(given);
  const path = `/api/approvals/${encodeURIComponent(id)}`;
  const asked = await askGuardian<Approval>(guardian, 'GET', path);
  if (action === 'show') return show(asked, terminal);
  const words = given.text('words');
  const answer = { decision: action, digest: asked.digest, ...(words !== undefined && { words }) };
  return show(await askGuardian<Approval>(guardian, 'POST', `${path}/answer`, answer), terminal);
}

async function list(guardian: FoundGuardian, terminal: Terminal): Promise<ExitCode> {
  const rows: Approval[] = [];
  let cursor: string | null = '';
  do {
    const query = new URLSearchParams({ state: 'waiting', limit: '500', cursor });
    const page: Page = await askGuardian(guardian, 'GET', `/api/approvals?${query}`);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  terminal.json({ approvals: rows });
  if (rows.length === 0) terminal.say('nothing waits');
  for (const row of rows) tell(row, terminal);
  return 0;
}

function tell(row: Approval, terminal: Terminal): void {
  const { id, agent, tool, event, question } = row;
  const what = plain(`${tool ?? event} of ${agent}`);
  terminal.say(`${terminal.paint('bold', id)}  ${what}, ${leftOf(row)}`);
  terminal.say(wrap(plain(question), terminal.columns, '  '));
  const args = textOf(row.args);
  if (args !== undefined) terminal.say(args.length > 76 ? `  ${args.slice(0, 75)}…` : `  ${args}`);
}

function show(approval: Approval, terminal: Terminal): ExitCode {
  terminal.json(approval);
  const { state, agent, tool, event, by, question, args, answers, digest } = approval;
  terminal.say(
    `${terminal.paint('bold', state)}${state === 'waiting' ? `, ${leftOf(approval)}` : ''}`,
  );
  terminal.say(
    table([
      ['step', plain(tool ?? event)],
      ['agent', plain(agent)],
      ['by', plain(by.join(', '))],
      ['digest', digest],
      ...answers.map((answer) => [
        'answer',
        plain(
          `${answer.decision} by ${answer.by}${answer.words === undefined ? '' : `: ${answer.words}`}`,
        ),
      ]),
    ]),
  );
  terminal.say(wrap(plain(question), terminal.columns, '  '));
  const text = textOf(args, 2);
  if (text !== undefined) terminal.say(text.replaceAll(/^/gm, '  '));
  return 0;
}

/** Arguments as JSON that stays JSON, with what a terminal would act on as escapes. */
function textOf(args: unknown, indent?: number): string | undefined {
  return args === undefined ? undefined : plain(JSON.stringify(args, undefined, indent));
}

function leftOf({ expiresAt }: Approval): string {
  return `${Math.max(0, Math.round((expiresAt - Date.now()) / 1000))} s left`;
}
