import { bash, edit, grep, read } from '../words/tools';
import { outlinedProject } from './outline';
import { say, think } from '../words/turn';

const checkout = `import { useMachine } from '../machine/useMachine';
import { checkoutMachine } from './checkoutMachine';
import { PaymentStep } from './PaymentStep';
import { ReviewStep } from './ReviewStep';

export function Checkout({ cartId }: { cartId: string }) {
  const [state, send] = useMachine(checkoutMachine, { cartId });
  switch (state.step) {
    case 'review':
      return <ReviewStep cart={state.cart} onPay={() => send('pay')} />;
    case 'payment':
      return <PaymentStep cart={state.cart} onDone={() => send('done')} />;
    case 'expired':
      return null;
  }
}
`;

const datePicker = `import { useState } from 'react';
import { addDays, formatDay, sameDay } from '../dates';

export function DatePicker({ value, onChange }: DatePickerProps) {
  const [focused, setFocused] = useState(value);
  return (
    <table role="grid" onKeyDown={(event) => move(event, focused, setFocused)}>
      {weeksOf(focused).map((week) => (
        <tr key={week[0].toISOString()}>
          {week.map((day) => (
            <td key={day.toISOString()} tabIndex={sameDay(day, focused) ? 0 : -1}>
              <button onClick={() => onChange(day)}>{formatDay(day)}</button>
            </td>
          ))}
        </tr>
      ))}
    </table>
  );
}
`;

const machine = `export const checkoutMachine = {
  initial: 'review',
  states: {
    review: { pay: 'payment' },
    payment: { done: 'confirmed', timeout: 'expired' },
    expired: {},
    confirmed: {},
  },
} as const;
`;

export const bookingWeb = outlinedProject({
  name: 'booking-web',
  outline: {
    'src/checkout/PaymentStep.tsx': 'PaymentStep',
    'src/checkout/ReviewStep.tsx': 'ReviewStep',
    'src/checkout/Countdown.tsx': 'Countdown',
    'src/seatmap/SeatMap.tsx': 'SeatMap',
    'src/seatmap/useZoom.ts': 'useZoom',
    'src/search/Filters.tsx': 'Filters',
    'src/search/rankOffers.ts': 'rankOffers',
    'src/account/AccountPage.tsx': 'AccountPage',
    'src/router/guard.ts': 'guard',
    'src/components/TimePicker.tsx': 'TimePicker',
  },
  files: {
    'src/checkout/Checkout.tsx': checkout,
    'src/checkout/checkoutMachine.ts': machine,
    'src/components/DatePicker.tsx': datePicker,
    'README.md': '# booking-web\n\nThe shop front: search, seat map, checkout, account.\n',
  },
  routine: [
    [say('I start with the checkout component.'), read('src/checkout/Checkout.tsx')],
    grep('checkoutMachine', 'src/checkout/Checkout.tsx', 'src/checkout/checkoutMachine.ts'),
    read('src/checkout/checkoutMachine.ts'),
    [
      think(2, 'The expired state renders nothing, so a user who comes back sees an empty page.'),
      bash('npm run test -- checkout', 'Run the checkout tests', {
        seconds: 5,
        out: ' PASS  src/checkout/checkoutMachine.test.ts\n PASS  src/checkout/Checkout.test.tsx\n\nTests: 31 passed, 31 total\nTime:  4.112 s',
      }),
    ],
    edit(
      'src/checkout/checkoutMachine.ts',
      '    expired: {},',
      "    expired: { renew: 'review' },",
    ),
    read('src/components/DatePicker.tsx'),
    bash('npx playwright test e2e/checkout.spec.ts', 'Run the checkout journey in a browser', {
      seconds: 9,
      out: 'Running 6 tests using 2 workers\n  6 passed (8.4s)',
    }),
    bash('git diff --stat', 'What changed so far', {
      seconds: 1,
      out: ' src/checkout/Checkout.tsx        | 18 +++++++++++++-----\n src/checkout/checkoutMachine.ts  |  4 ++--\n src/checkout/ExpiredNotice.tsx   | 27 +++++++++++++++++++++++++++\n 3 files changed, 42 insertions(+), 7 deletions(-)',
    }),
    [
      say('The bundle must not grow for this.'),
      bash('npm run size', 'Check the bundle size', {
        seconds: 6,
        out: 'checkout  41.2 kB  (limit 45 kB)\nsearch    63.8 kB  (limit 70 kB)\naccount   28.1 kB  (limit 35 kB)',
      }),
    ],
  ],
});
