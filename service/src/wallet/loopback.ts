/** Whether an origin is on this machine: plain http to `localhost`, a subdomain of it, or 127.0.0.1. */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^http:\/\/([a-z0-9-]+\.)*localhost(:\d+)?$|^http:\/\/127\.0\.0\.1(:\d+)?$/.test(origin)
