import { z } from 'zod';

import { oidcShape } from './oidc-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const secret = z
  .string()
  .min(1, 'is empty')
  .regex(/^[\x21-\x7E]+$/, 'holds what a header cannot carry');
const days = z.coerce.number().int().min(1);
const address = z.url({ protocol: /^https?$/, error: 'is no http or https address' });

/** How asks of some hooks or tools are put to people. */
const approvalRule = z.strictObject({
  /** A name of a hook as in `by`; `*` stands for any text. */
  by: z.string().optional(),
  tool: z.string().optional(),
  quorum: z.number().int().min(1).max(20).default(1),
  role: z.enum(['approver', 'admin']).default('approver'),
  expiresMs: z.number().int().min(1000).optional(),
  escalateAfterMs: z.number().int().min(100).optional(),
});

/** Every setting, under the name that it has in the file; the variable is `INTERPOSE_` and the name in capitals. */
export const configSchema = z.strictObject({
  policies: z.string().min(1).optional(),
  port: port.default(4747),
  host: z.string().min(1).default('127.0.0.1'),
  publicUrl: address.optional(),
  /** How many reverse proxies stand before it, each of which adds to `x-forwarded-for`. */
  proxies: z.coerce.number().int().min(0).max(10).default(0),
  token: secret.optional(),
  commandKey: secret.min(32, 'is shorter than 32 characters').optional(),
  storage: z.enum(['folder', 'none']).default('folder'),
  folder: z.string().min(1).default('.interpose/guardian'),
  /** Milliseconds after which a database that says nothing counts as away. */
  databaseMs: z.coerce.number().int().min(1000).default(30_000),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'is no postgres:// address')
    .optional(),
  payloads: z.enum(['redacted', 'none']).default('redacted'),
  redact: z
    .union([
      z.array(z.enum(['secrets', 'personal'])),
      z.string().transform((text) => text.split(',')),
    ])
    .pipe(z.array(z.enum(['secrets', 'personal', ''])))
    .default(['secrets']),
  audit: z.enum(['batched', 'sync']).default('batched'),
  anchorFile: z.string().min(1).optional(),
  /** A file with the public keys of the other guardians of the database. */
  auditKeys: z.string().min(1).optional(),
  spoolBytes: z.coerce.number().int().min(65_536).default(268_435_456),
  flushMs: z.coerce.number().int().min(1).max(1000).default(250),
  retentionDays: days.default(90),
  approvalTimeoutMs: z.coerce.number().int().min(1000).default(240_000),
  approvals: z.array(approvalRule).default([]),
  /** Threads that decide; 0 decides in the thread that listens. */
  workers: z.coerce.number().int().min(0).max(64).default(0),
  /** A worker that a decision holds for longer is stopped. */
  decisionMs: z.coerce.number().int().min(50).default(1000),
  /** Megabytes that the policies of one worker may hold. */
  workerMb: z.coerce.number().int().min(32).default(512),
  /** A collector of OTLP over HTTP, such as http://127.0.0.1:4318; nothing is traced without it. */
  otlpEndpoint: address.optional(),
  webhookUrl: address.optional(),
  webhookSecret: z.string().min(16, 'is shorter than 16 characters').optional(),
  webhookFormat: z.enum(['json', 'slack']).default('json'),
  ...oidcShape,
});

/** How this guardian runs. */
export type GuardianConfig = z.infer<typeof configSchema>;

/** One rule of the setting `approvals`. */
export type ApprovalRule = z.infer<typeof approvalRule>;
