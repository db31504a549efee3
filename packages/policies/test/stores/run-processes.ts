import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { StoreTask } from './store-task.ts';

const script = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** Starts so many processes, lets them begin together, and tells how often each got through. */
export async function runProcesses(processes: number, task: StoreTask): Promise<number[]> {
  const children = Array.from({ length: processes }, () =>
    fork(script, [JSON.stringify(task)], {
      execArgv: ['--conditions=@interpose/source', '--disable-warning=ExperimentalWarning'],
    }),
  );
  try {
    await Promise.all(children.map((child) => message(child)));
    const passed = children.map((child) => message(child));
    for (const child of children) child.send('go');
    return (await Promise.all(passed)).map((told) => (told as { passed: number }).passed);
  } finally {
    for (const child of children) child.kill();
  }
}

async function message(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${String(code)} before it said anything`);
  });
  ended.catch(() => undefined);
  const [told] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  return told;
}
