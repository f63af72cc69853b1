/**
 * One instance per project and page, whatever brought the SDK there. Copies of the SDK share nothing, and a global would hand the instance
 * to everybody: so who is about to make one asks aloud, and who has one objects.
 */
import { listen, type Undo } from './dom.ts'

const question = (projectId: string) => `airlock:claim:${projectId}`

export const isClaimed = (projectId: string): boolean =>
  !dispatchEvent(new Event(question(projectId), { cancelable: true }))

export const claim = (projectId: string): Undo => listen(window, question(projectId), (event) => event.preventDefault())
