/** The policies of the tests: small refunds run, larger ones are asked about, very large ones are denied. */
export const SHOP_POLICIES = `
const cents = ({ call }) => (call.name === 'refund' ? call.args.cents : 0);
const cap = {
  name: 'cap',
  run: (context) => {
    if (cents(context) > 50_000) return { decision: 'deny', reason: 'Nobody pays back more than 500.00', code: 'over_cap' };
    if (cents(context) > 5000) return { decision: 'ask', reason: 'Pay back ' + cents(context) + ' cents?', code: 'over_limit' };
    return undefined;
  },
};
const mail = {
  name: 'mail',
  run: ({ result }) =>
    typeof result === 'string' && result.includes('@') ? { result: result.replace(/\\S+@\\S+/, '[mail]') } : undefined,
};
export default { name: 'shop', version: '1.0.0', hooks: { preToolCall: cap, onToolCallResult: mail } };
`;
