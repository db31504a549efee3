export { toCall } from './play-call.ts';
export { replayRun, type DeniedCall, type Replay, type ReplayedCalls } from './replay-run.ts';
