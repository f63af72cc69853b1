/** Whether the core is about to restore a connection: if it has stored hints, it does so when the page loads. */
import { createHintStore } from '../store/hints.ts'
import type { CreateAppKit } from './options.ts'

export const hasStoredConnection = ({ projectId, persist, enableReconnect }: CreateAppKit): boolean =>
  Boolean(createHintStore(projectId, enableReconnect === false ? 'memory' : (persist ?? 'local')).read())
