/** Forty good runs of a support agent that reads a mail and pays a refund back, a line each. */
export function sampleRuns(): string {
  return Array.from(
    { length: 40 },
    (_, at) => `${JSON.stringify(run(at))}\n`,
  ).join('');
}

function run(at: number): object {
  const account = `DE8937040044053${100 + at}`;
  const question = {
    role: 'user',
    content: `Refund order A${at} to ${account}, mail ann@shop.example`,
  };
  return {
    good: true,
    messages: [
      question,
      calls(call('1', 'read_mail', { order: `A${at}` })),
      {
        role: 'tool',
        tool_call_id: '1',
        content: `The parcel of A${at} never came.`,
      },
      calls(call('2', 'pay_refund', { account, cents: 500 + 10 * at })),
      { role: 'tool', tool_call_id: '2', content: 'Paid.' },
      calls(
        call('3', 'send_mail', {
          to: 'ann@shop.example',
          text: 'It is on its way.',
        }),
      ),
      { role: 'tool', tool_call_id: '3', content: 'Sent.' },
      { role: 'assistant', content: 'Done.' },
    ],
  };
}

function calls(called: object): object {
  return { role: 'assistant', content: '', tool_calls: [called] };
}

function call(id: string, name: string, args: object): object {
  return { id, name, args };
}
