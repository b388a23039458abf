import { createServer } from 'node:http';
import { begin, startsOf } from './fakeProgram';
import { TlsProxy } from './tlsProxy';

/** Replaces `cloudflared`: opens a quick tunnel, and reports its name on the metrics port. */
const begun = begin();
if (begun !== undefined) {
  const { plan, args } = begun;
  const value = (name: string): string => args[args.indexOf(name) + 1] ?? '';
  const hostname = plan.hostnames?.[startsOf('tunnel') - 1] ?? '';
  const metrics = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/quicktunnel' ? JSON.stringify({ hostname }) : '{}');
  });
  void TlsProxy.start(plan.certificate, {
    port: plan.proxyPort,
    target: Number(new URL(value('--url')).port),
  }).then(() => metrics.listen(Number(value('--metrics').split(':')[1]), '127.0.0.1'));
}
