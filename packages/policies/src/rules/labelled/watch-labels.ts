import { definePolicy, type Policy, type Tool, type ToolCall } from '@interpose/core';

import { andThen } from '../../shared/values/and-then.ts';
import { TooComplex } from '../../shared/budget/too-complex.ts';
import { MOST_WORK, withinBudget } from '../../shared/budget/work-budget.ts';
import type { Provenance } from '../../track-taint/provenance/provenance.ts';
import { readCalendar, readChat, readMails } from '../../track-taint/readers/people.ts';
import type { Passage, Reads } from '../../track-taint/provenance/passage.ts';
import { askedWords, type Asked } from '../../track-taint/rules/asked-words.ts';
import { rulesOfTools, type WholeRule } from '../../track-taint/rules/rule-of-tool.ts';
import type { ArgumentGuard, GuardKind } from '../../track-taint/rules/tool-rule.ts';
import { toolVerb } from '../../track-taint/rules/tool-verb.ts';
import { wholeGuard, type WholeGuard } from '../../track-taint/rules/whole-guard.ts';
import { SessionLabels } from '../../track-taint/sources/session-labels.ts';
import { sourceHooks, speakerHooks } from '../../track-taint/sources/source-hooks.ts';
import { readReceipt } from '../../track-taint/sources/read-receipt.ts';
import { textOfResult } from '../../track-taint/sources/text-of-result.ts';
import { taintedValues } from '../../track-taint/verdict/tainted-values.ts';
import type { ReadLabel, ToolLabel } from './labelled-rule-file.ts';

/**
 * A record of one call: the guards that each argument would have passed, and the requests so far.
 *
 * @example
 * const isUsers = ({ passed }: WatchedCall): boolean => passed.get('recipient')?.includes('user') === true;
 */
export interface WatchedCall {
  readonly sessionId: string;
  readonly call: ToolCall;
  /** False while nothing untrusted was read, so that `trackTaint` lets everything pass. */
  readonly isSteered: boolean;
  /** The names of the guards that each argument passes, by argument. */
  readonly passed: ReadonlyMap<string, readonly string[]>;
  /** The user's requests so far. */
  readonly asked: readonly Asked[];
  /** The requests of the user, or of an author whom the user named. */
  readonly askedByAuthors: readonly Asked[];
}

/**
 * Options of `watchLabels`.
 *
 * @example
 * const options: WatchOptions = { guards: { user: { must: 'be-trusted', whose: 'user' } }, call: console.log, read: console.log };
 */
export interface WatchOptions {
  /** The guards, by the name used in `passed`. */
  readonly guards: Readonly<Record<string, GuardKind | ArgumentGuard>>;
  /** Called with every call before it runs. */
  readonly call: (watched: WatchedCall) => void;
  /** Called with the reader that found the authors of a result; `untrusted` if none did. */
  readonly read: (tool: string, reader: ReadLabel) => void;
}

/**
 * A policy that decides nothing and reports which labels would have let each call pass, to learn labels from.
 *
 * @example
 * const guards = { user: { must: 'be-trusted', whose: 'user' } } as const;
 * createHooks({ policies: [watchLabels({ guards, call: console.log, read: console.log })] });
 */
export function watchLabels({ guards, call: told, read }: WatchOptions): Policy {
  const ruleOf = rulesOfTools({ tools: { '*': {} } });
  const reads: Reads = (result, { call }) => readByForm(result, call, read);
  const labels = new SessionLabels((tool: Tool) => ({ ...ruleOf(tool), reads }), 1_000_000);
  const named = Object.entries(guards).map(([name, guard]) => [name, wholeGuard(guard)] as const);
  return definePolicy({
    name: 'watch-labels',
    version: '1.0.0',
    hooks: {
      ...speakerHooks(labels),
      ...sourceHooks(labels, {}),
      preToolCall({ session, call }) {
        labels.expect(session, call);
        const rule = ruleOf({ name: call.name, origin: 'local', known: true, enabled: true });
        return andThen(labels.read(session), (provenance) =>
          andThen(provenance.prepare(), () =>
            told({
              sessionId: session.id,
              call,
              isSteered: !provenance.isClean,
              passed: passedBy(call, rule, named, provenance),
              asked: askedIn(provenance.user),
              askedByAuthors: askedIn(provenance.spoken),
            }),
          ),
        );
      },
      onToolCallResult: ({ session, call, result }) =>
        labels.addResult(session, call, result, true),
      onToolCallError: ({ session, call, error }) =>
        labels.addResult(session, call, error.message, true),
    },
  });
}

type NamedGuards = readonly (readonly [name: string, guard: WholeGuard | undefined])[];

function passedBy(
  call: ToolCall,
  rule: WholeRule,
  guards: NamedGuards,
  provenance: Provenance,
): WatchedCall['passed'] {
  const passed = new Map(Object.keys(call.args).map((argument) => [argument, [] as string[]]));
  for (const [name, guard] of guards) {
    const stopped = stoppedBy(call, { ...rule, guardOf: () => guard }, provenance);
    for (const [argument, names] of passed) if (!stopped.has(argument)) names.push(name);
  }
  return passed;
}

/** Returns the arguments that the guards stop. If reading takes too long, all arguments are stopped. */
function stoppedBy(call: ToolCall, rule: WholeRule, provenance: Provenance): ReadonlySet<string> {
  try {
    return withinBudget(MOST_WORK, () => {
      const tainted = taintedValues(call, rule, provenance, new Set<string>());
      return new Set(Array.from(tainted, ({ argument }) => argument));
    });
  } catch (error) {
    if (error instanceof TooComplex) return new Set(Object.keys(call.args));
    throw error;
  }
}

/**
 * Returns the label that `trackTaint` gives a tool by its name alone: the start of learning.
 *
 * @example
 * labelByName('send_mail').asksFor; // => ['sending']
 */
export function labelByName(name: string): ToolLabel {
  const { effect, asked } = toolVerb(name);
  if (effect === 'none') return { effect };
  return { effect, reads: 'receipt', ...(asked.length === 0 ? {} : { asksFor: asked }) };
}

const SIGNED = { mails: readMails, calendar: readCalendar, chat: readChat } as const;

/** Reads a result with the first reader that finds authors in it. */
function readByForm(
  result: unknown,
  call: ToolCall,
  told: WatchOptions['read'],
): readonly Passage[] {
  const context = { call, names: () => false };
  for (const [name, reader] of Object.entries(SIGNED)) {
    const passages = reader(result, context);
    if (!passages.some(({ author }) => author?.includes('@'))) continue;
    told(call.name, name as keyof typeof SIGNED);
    return passages;
  }
  if (toolVerb(call.name).effect === 'write') {
    told(call.name, 'receipt');
    return readReceipt(result, context);
  }
  told(call.name, 'untrusted');
  return [{ text: textOfResult(result), trust: 'untrusted' }];
}

function askedIn(texts: Provenance['user']): readonly Asked[] {
  return [...askedWords].flatMap(([asked, pattern]) => (texts.match(pattern) ? [asked] : []));
}
