/** Whether the core restores a connection now: it starts with the page, if the core has stored hints. */
import { createHintStore } from '../store/hints.ts'
import type { CreateAppKit } from './options.ts'

export const hasStoredConnection = ({ projectId, persist, enableReconnect }: CreateAppKit): boolean =>
  Boolean(createHintStore(projectId, enableReconnect === false ? 'memory' : (persist ?? 'local')).read())
