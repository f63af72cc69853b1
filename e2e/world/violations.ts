/** Reports that browsers sent to our servers; can wait for a report that is still on its way. */
import { EventEmitter } from 'node:events'
import type { Report } from '@airlock/service/frames/reports.ts'

export type ViolationLog = {
  readonly add: (report: Report) => void
  readonly all: () => readonly Report[]
  readonly clear: () => void
  /** The first matching report, already received or later. */
  readonly next: (matches: (report: Report) => boolean) => Promise<Report>
}

export function createViolationLog(): ViolationLog {
  const arrivals = new EventEmitter<{ report: [Report] }>().setMaxListeners(0)
  let reports: Report[] = []
  return {
    add: (report) => {
      reports.push(report)
      arrivals.emit('report', report)
    },
    all: () => [...reports],
    clear: () => {
      reports = []
    },
    next: (matches) => {
      const present = reports.find(matches)
      if (present) return Promise.resolve(present)
      return new Promise((resolve) => {
        arrivals.on('report', function onReport(report) {
          if (!matches(report)) return
          arrivals.off('report', onReport)
          resolve(report)
        })
      })
    },
  }
}
