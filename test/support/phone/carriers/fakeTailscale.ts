import { begin } from './fakeProgram';
import { TlsProxy } from './tlsProxy';

/** Replaces `tailscale`: runs Serve or Funnel in the foreground, unless the plan has an output. */
const begun = begin();
if (begun !== undefined) {
  const { plan, args } = begun;
  const target = new URL(args.at(-1) ?? '');
  void TlsProxy.start(plan.certificate, {
    port: plan.proxyPort,
    target: Number(target.port),
  }).then(() => {
    const what = args[0] === 'funnel' ? 'on the internet' : 'within your tailnet';
    process.stdout.write(
      `Available ${what}:\n\nhttps://box.tail1.ts.net:8443/\n|-- proxy ${target.origin}\n\nPress Ctrl+C to exit.\n`,
    );
  });
}
