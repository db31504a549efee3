import type { ToolAnnotations, Trace } from '@interpose/core';

/** A tool call of the fake framework; its input is JSON text, as models write it. */
export interface FakeCall {
  readonly key: string;
  readonly tool: string;
  readonly input: string;
  /** The result, if the provider ran the tool itself. */
  readonly ranAtProvider?: { readonly output: unknown };
}

/** One message of the fake framework's history. */
export type FakeMessage =
  | { readonly by: 'user'; readonly said: string; readonly id?: string }
  | { readonly by: 'system'; readonly said: string }
  | {
      readonly by: 'model';
      readonly said: string;
      readonly thought?: string;
      readonly calls: readonly FakeCall[];
    }
  | {
      readonly by: 'tool';
      readonly key: string;
      readonly tool: string;
      readonly outcome: FakeToolOutcome;
    };

/** The outcome of a tool. */
export type FakeToolOutcome =
  | { readonly kind: 'output'; readonly output: unknown }
  | { readonly kind: 'failure'; readonly failure: string };

/** A tool as it is offered to a fake model. */
export interface FakeOffer {
  readonly name: string;
  readonly about?: string;
  readonly schema?: unknown;
  /** The hints of the tool's server about its behaviour. */
  readonly hints?: ToolAnnotations;
}

/** A request to a fake model. */
export interface FakeRequest {
  /** The name of the requested model. */
  readonly model?: string;
  readonly prompt?: string;
  readonly history: readonly FakeMessage[];
  readonly offers: readonly FakeOffer[];
  readonly trace?: Trace;
}

/** Why a fake model stopped. */
export type FakeStop = 'end' | 'calls' | 'length' | 'filtered';

/** What a fake model answers. */
export interface FakeAnswer {
  readonly said: string;
  readonly thought?: string;
  readonly calls: readonly FakeCall[];
  readonly stop: FakeStop;
}

/** One part of a fake model's stream. */
export type FakePart =
  | { readonly type: 'open' }
  | { readonly type: 'said'; readonly block: string; readonly chunk: string }
  | { readonly type: 'thought'; readonly block: string; readonly chunk: string }
  | { readonly type: 'closed'; readonly block: string }
  | { readonly type: 'call-input'; readonly block: string; readonly chunk: string }
  | { readonly type: 'call'; readonly call: FakeCall }
  | { readonly type: 'broken'; readonly error: unknown }
  | { readonly type: 'end'; readonly stop: FakeStop };
