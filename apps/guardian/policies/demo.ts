import { ask, definePolicy, deny, respond, type Policy } from '@interpose/core';

const PERSONAL = /("(?:email|dob)": ?)"[^"]*"/g;
const SUM = /^[\d\s.+\-*()]{3,80}$/;

/** What people of three desks decided, so that the demo shows what a guardian can say: each rule fires on some of the recorded runs. */
const demo: Policy = definePolicy({
  name: 'demo',
  version: '2.0.0',
  hooks: {
    preToolCall: [
      {
        name: 'no-destructive-command',
        run: ({ call }) =>
          /rm\s+-rf|drop\s+table/i.test(JSON.stringify(call.args))
            ? deny('destructive command', { code: 'destructive' })
            : undefined,
      },
      {
        name: 'keep-repositories',
        run: ({ call }) =>
          /^git_(delete_repo|transfer_repo_ownership|add_ssh_key)$/.test(call.name)
            ? deny('Owners do this by hand.', { code: 'owners_only' })
            : undefined,
      },
      {
        name: 'keep-passwords',
        run: ({ call }) =>
          /^update_\w+_password$/.test(call.name)
            ? deny('Agents change no password.', { code: 'password' })
            : undefined,
      },
      {
        name: 'big-refund',
        run: ({ call }) =>
          call.name === 'refund' && Number(call.args['cents']) > 10_000
            ? ask('A refund of more than 100 takes a person.', { code: 'big_refund' })
            : undefined,
      },
      {
        name: 'certificates',
        run: ({ call }) =>
          call.name === 'send_certificate'
            ? ask('A certificate is money: is it due?', { code: 'certificate' })
            : undefined,
      },
      {
        name: 'whole-cents',
        run: ({ call }) => {
          const cents = Number(call.args['cents']);
          if (call.name !== 'refund' || Number.isInteger(cents)) return undefined;
          return { call: { ...call, args: { ...call.args, cents: Math.round(cents) } } };
        },
      },
      {
        name: 'own-arithmetic',
        run: ({ call }) => {
          const { expression } = call.args;
          if (call.name !== 'calculate' || typeof expression !== 'string') return undefined;
          const sum = SUM.test(expression) ? sumOf(expression) : undefined;
          return sum === undefined ? undefined : respond({ result: sum });
        },
      },
    ],
    onToolCallResult: {
      name: 'hide-personal-data',
      run: ({ result }) => {
        if (typeof result !== 'string') return undefined;
        const hidden = result.replaceAll(PERSONAL, '$1"hidden"');
        return hidden === result ? undefined : { result: hidden };
      },
    },
  },
});

/** Adds what is only added: `12 + 3.5`. */
function sumOf(expression: string): string | undefined {
  const parts = expression.split('+').map((part) => Number(part));
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isFinite(sum) ? String(Math.round(sum * 100) / 100) : undefined;
}

export default demo;
