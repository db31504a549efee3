import { z } from 'zod';

import { oidcShape } from './oidc-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const secret = z
  .string()
  .min(1, 'is empty')
  .regex(/^[\x21-\x7E]+$/, 'holds what a header cannot carry');
const timer = z.coerce
  .number()
  .int()
  .max(2 ** 31 - 1, 'is longer than a timer can run');
const days = z.coerce.number().int().min(1);
const address = z.url({ protocol: /^https?$/, error: 'is no http or https address' });

/** How people are asked for some hooks or tools. */
const approvalRule = z.strictObject({
  /** The name of a hook as in `by`; `*` matches any text. */
  by: z.string().optional(),
  tool: z.string().optional(),
  quorum: z.number().int().min(1).max(20).default(1),
  role: z.enum(['approver', 'admin']).default('approver'),
  expiresMs: z.number().int().min(1000).optional(),
  escalateAfterMs: z.number().int().min(100).optional(),
});

/** All settings by their names in the file; a variable is `INTERPOSE_` and the name in capitals. */
export const configSchema = z.strictObject({
  policies: z.string().min(1).optional(),
  port: port.default(4747),
  host: z.string().min(1).default('127.0.0.1'),
  publicUrl: address.optional(),
  /** The number of reverse proxies before the guardian, each of which adds to `x-forwarded-for`. */
  proxies: z.coerce.number().int().min(0).max(10).default(0),
  token: secret.optional(),
  commandKey: secret.min(32, 'is shorter than 32 characters').optional(),
  storage: z.enum(['folder', 'none']).default('folder'),
  folder: z.string().min(1).default('.interpose/guardian'),
  /** Milliseconds after which a silent database counts as away. */
  databaseMs: timer.min(1000).default(30_000),
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
  /** A file with the public keys of the other guardians that share the database. */
  auditKeys: z.string().min(1).optional(),
  spoolBytes: z.coerce.number().int().min(65_536).default(268_435_456),
  flushMs: z.coerce.number().int().min(1).max(1000).default(250),
  retentionDays: days.default(90),
  approvalTimeoutMs: z.coerce.number().int().min(1000).default(240_000),
  approvals: z.array(approvalRule).default([]),
  /** The number of threads that decide; 0 decides in the listening thread. */
  workers: z.coerce.number().int().min(0).max(64).default(0),
  /** A worker that a decision blocks for longer is stopped. */
  decisionMs: timer.min(50).default(1000),
  /** The most megabytes for the policies of one worker. */
  workerMb: z.coerce.number().int().min(32).default(512),
  /** A collector of OTLP over HTTP, such as http://127.0.0.1:4318. Without it nothing is traced. */
  otlpEndpoint: address.optional(),
  webhookUrl: address.optional(),
  webhookSecret: z.string().min(16, 'is shorter than 16 characters').optional(),
  webhookFormat: z.enum(['json', 'slack']).default('json'),
  ...oidcShape,
});

/** All settings of a guardian. */
export type GuardianConfig = z.infer<typeof configSchema>;

/** One rule of the setting `approvals`. */
export type ApprovalRule = z.infer<typeof approvalRule>;
