/** Loaded before the bundler, which listens on all interfaces: it listens on loopback only. */
import { Server } from 'node:net'

const { listen } = Server.prototype

Server.prototype.listen = function (options, ...rest) {
  if (typeof options !== 'object' || !('port' in options)) throw new Error('Only a port of loopback can be listened on')
  return listen.call(this, { ...options, host: '127.0.0.1' }, ...rest)
}
