export type { AnyProgram, AnyTarget, ProgramOf } from './any-target.ts';
export { unaskedEvents } from './asked-events.ts';
export { fuzz, mendedBreaches } from './fuzz.ts';
export type { FuzzFailure, FuzzOptions, FuzzReport, KnownBreach } from './fuzz.ts';
export type {
  AcceptedDifference,
  FuzzAnswer,
  FuzzApp,
  FuzzAppTool,
  FuzzCall,
  FuzzEntries,
  FuzzKind,
  FuzzTarget,
} from './fuzz-target.ts';
export type { Breach } from './ledger.ts';
export type {
  FuzzHook,
  FuzzProgram,
  FuzzTool,
  FuzzToolKind,
  FuzzTurn,
  FuzzVerdict,
} from './program.ts';
export { runProgram, type RunOptions } from './run-program.ts';
export { runWire } from './wire/run-wire.ts';
export type {
  OpenWire,
  WireApp,
  WireKind,
  WireProgram,
  WireSide,
  WireStep,
  WireTarget,
} from './wire/wire-target.ts';
