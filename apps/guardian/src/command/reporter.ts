import type { DecisionRecord } from '@interpose/core';
import { decisionLine } from '@interpose/core/log';

/** Everything that a guardian reports. */
export type Report =
  | { readonly kind: 'listening'; readonly url: string; readonly token: string }
  | {
      readonly kind: 'policies';
      readonly names: readonly string[];
      readonly reloaded: boolean;
      readonly digest: string;
      /** The events without a hook that decides. */
      readonly uncovered: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'decision'; readonly record: DecisionRecord }
  | { readonly kind: 'fault'; readonly code: number; readonly cause?: unknown }
  | { readonly kind: 'console'; readonly url: string; readonly login: string }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'draining'; readonly reason: string };

/** Writes reports, to a terminal or a log. */
export type Reporter = (report: Report) => void;

/** Returns a reporter that prints one line for each report, for people or as JSON. */
export function reporter(json: boolean): Reporter {
  return (report) => console.log(json ? JSON.stringify(report) : lineOf(report));
}

function lineOf(report: Report): string {
  switch (report.kind) {
    case 'listening':
      return listeningLines(report);
    case 'policies':
      return policiesLines(report);
    case 'refused':
      return `refused   ${report.problem}; the policies that were there stay`;
    case 'decision':
      return decisionLine(report.record);
    case 'fault':
      return `fault     ${report.code} ${report.cause instanceof Error ? report.cause.message : ''}`;
    case 'console':
      return `console   ${report.login}   (the link signs in once)`;
    case 'problem':
      return `problem   ${report.problem}`;
    case 'draining':
      return `draining  ${report.reason}`;
  }
}

function listeningLines({ url, token }: Extract<Report, { readonly kind: 'listening' }>): string {
  const policy = `guardian({ url: '${url}', token: '${token}' })`;
  return `guardian  ${url}
token     ${token}
agents    const hooks = createHooks({ policies: [${policy}] });
          AI SDK, OpenAI Agents, LangChain   withHooks(agent, hooks)
          openai client, MCP, A2A            withHooks(client, hooks)`;
}

function policiesLines({
  names,
  reloaded,
  digest,
  uncovered,
}: Extract<Report, { readonly kind: 'policies' }>): string {
  const served = `${reloaded ? 'reloaded' : 'policies'}  ${names.join(', ')}  ${digest.slice(0, 12)}`;
  if (uncovered.length === 0) return served;
  return `${served}\nwarning   no hook checks ${firstOf(uncovered)}: they are all allowed; add hooks for those you use`;
}

/** The number of events in the warning; `--json` lists all of them. */
const NAMED = 3;

function firstOf(events: readonly string[]): string {
  const rest = events.length - NAMED;
  return `${events.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
