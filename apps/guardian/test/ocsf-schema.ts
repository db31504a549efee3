const id = { type: 'integer' } as const;
const text = { type: 'string', minLength: 1 } as const;

/**
 * What OCSF 1.5 requires of API Activity (class 6003), written from its definition: the attributes that are required, their
 * types, and the values that its enumerations allow.
 */
export const apiActivity = {
  type: 'object',
  required: [
    'activity_id',
    'actor',
    'api',
    'category_uid',
    'class_uid',
    'metadata',
    'severity_id',
    'src_endpoint',
    'time',
    'type_uid',
  ],
  properties: {
    activity_id: { enum: [0, 1, 2, 3, 4, 99] },
    category_uid: { const: 6 },
    class_uid: { const: 6003 },
    type_uid: { enum: [600300, 600301, 600302, 600303, 600304, 600399] },
    severity_id: { enum: [0, 1, 2, 3, 4, 5, 6, 99] },
    status_id: { enum: [0, 1, 2, 99] },
    action_id: { enum: [0, 1, 2, 3, 4, 99] },
    disposition_id: id,
    time: { type: 'integer', minimum: 1_000_000_000_000 },
    duration: { type: 'integer', minimum: 0 },
    message: text,
    metadata: {
      type: 'object',
      required: ['product', 'version'],
      properties: {
        version: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` },
        uid: text,
        labels: { type: 'array', items: text },
        product: {
          type: 'object',
          required: ['vendor_name'],
          properties: { name: text, vendor_name: text },
        },
      },
    },
    actor: {
      type: 'object',
      minProperties: 1,
      properties: { user: { type: 'object' }, session: { type: 'object' } },
    },
    api: { type: 'object', required: ['operation'], properties: { operation: text } },
    src_endpoint: { type: 'object', minProperties: 1, properties: { name: text } },
    unmapped: { type: 'object' },
  },
} as const;
