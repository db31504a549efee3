export { stopLoops, type StopLoopsOptions } from './stop-loops.ts';
