import { Document, isMap, isScalar, isSeq, type Node } from 'yaml';

import { sourcesOf } from './learn-labels.ts';
import type { Learned } from './learn.ts';

const SCHEMA = './node_modules/@interpose/policies/schema/labelled-rules.schema.json';

/** Writes the learned rules as YAML for people. Each line says how often it was seen and how certain it is. */
export function writeRules({ file, evidence, labels, trials, strictness }: Learned): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  const trial = trials.find((one) => one.strictness === strictness);
  document.commentBefore = [
    ` yaml-language-server: $schema=${SCHEMA}`,
    ` Learned by interpose learn from ${evidence.runs} good runs (${strictness.name}). Yours to edit.`,
    ...(trial === undefined
      ? []
      : [
          ` Rules learned from nine tenths of them kept ${trial.kept} of ${trial.runs} runs they had not seen, ${trial.unasked} without a question.`,
        ]),
    ' After each label: in how many runs it held, how sure that is of the next run, and where values came from.',
  ].join('\n');
  const tools = document.getIn(['labels', 'tools'], true) as Node;
  if (isMap(tools)) tools.flow = false;
  for (const [name, { why, unsure }] of labels) {
    const tool = evidence.tools.get(name)!;
    note(
      document,
      ['labels', 'tools', name],
      [
        ` ${plural(tool.calls, 'call')} in ${plural(tool.runs, 'run')}, ${tool.mostCalls} at most in one`,
        ...unsure.map((text) => ` unsure: ${text}`),
      ],
    );
    beside(document, ['labels', 'tools', name, 'guards', '*'], undefined);
    for (const [argument, { held, runs }] of why) {
      const from = sourcesOf(tool.args.get(argument)!);
      const sure = `${held} of ${plural(runs, 'run')}, ${percent((held + 1) / (runs + 2))}`;
      beside(
        document,
        ['labels', 'tools', name, 'guards', argument],
        from === '' ? ` ${sure}` : ` ${sure}; from ${from}`,
      );
    }
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Formats a share as `95 %`. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function note(document: Document, path: readonly string[], lines: readonly string[]): void {
  const node = document.getIn(path, true);
  if (isMap(node)) node.commentBefore = lines.join('\n');
}

/** Adds a comment on the line of the value, so that lists of guards read like a table. */
function beside(document: Document, path: readonly string[], text: string | undefined): void {
  const node = document.getIn(path, true);
  if (isMap(node) || isSeq(node)) node.flow = true;
  if (text === undefined) return;
  if (isMap(node) || isSeq(node) || isScalar(node)) node.comment = text;
}
