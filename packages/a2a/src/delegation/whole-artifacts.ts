import { isDict } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';

/** Returns the events of a stream with each artifact in one event: an agent may send its text in any pieces. */
export function wholeEvents(events: readonly unknown[]): readonly unknown[] {
  const whole: unknown[] = [];
  const places = new Map<string, number>();
  for (const event of events) {
    const update = isDict(event) ? event['artifactUpdate'] : undefined;
    if (!isDict(update) || !isDict(update['artifact'])) {
      whole.push(wholeResult(event));
      continue;
    }
    const key = JSON.stringify([update['taskId'], update['artifact']['artifactId']]);
    const place = update['append'] === true ? places.get(key) : undefined;
    const before = place === undefined ? undefined : (whole[place] as Dict)['artifactUpdate'];
    places.set(key, place ?? whole.length);
    whole[place ?? whole.length] = { artifactUpdate: appended(before as Dict, update) };
  }
  return whole;
}

/** Returns an answer whose task has the text of each artifact in as few parts as possible. */
export function wholeResult(answer: unknown): unknown {
  const task = isDict(answer) ? answer['task'] : undefined;
  if (!isDict(task) || !Array.isArray(task['artifacts'])) return answer;
  const artifacts = task['artifacts'].map((each: Dict) => artifactWith(each, partsOf(each)));
  return { task: { ...task, artifacts } };
}

function appended(before: Dict | undefined, update: Dict): Dict {
  const artifact = update['artifact'] as Dict;
  if (before === undefined)
    return { ...update, artifact: artifactWith(artifact, partsOf(artifact)) };
  const { append: _append, ...later } = update;
  const first = before['artifact'] as Dict;
  const parts = [...partsOf(first), ...partsOf(artifact)];
  return { ...before, ...later, artifact: artifactWith({ ...first, ...artifact }, parts) };
}

function artifactWith(artifact: Dict, parts: readonly Dict[]): Dict {
  const joined: Dict[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && isSameKind(last, part))
      joined[joined.length - 1] = {
        ...last,
        text: `${String(last['text'])}${String(part['text'])}`,
      };
    else joined.push(part);
  }
  return joined.length === 0 ? artifact : { ...artifact, parts: joined };
}

/** Whether both parts are texts that differ in nothing else. */
function isSameKind(one: Dict, other: Dict): boolean {
  if (typeof one['text'] !== 'string' || typeof other['text'] !== 'string') return false;
  return JSON.stringify({ ...one, text: '' }) === JSON.stringify({ ...other, text: '' });
}

function partsOf(artifact: Dict): readonly Dict[] {
  return (artifact['parts'] ?? []) as readonly Dict[];
}
