import { runStoreTask, type StoreTask } from './store-task.ts';
import { openStore } from './store-servers.ts';

// One of several processes that share a store: says when it is ready, begins when it is told to, tells how it went.
const task = JSON.parse(process.argv[2] ?? '{}') as StoreTask;
const { store, close } = await openStore(task.kind, task.place);
await store.get('warm');
process.once('message', () => void work());
process.send?.('ready');

async function work(): Promise<void> {
  const passed = await runStoreTask(task, store);
  await close();
  process.send?.({ passed });
  process.disconnect();
}
