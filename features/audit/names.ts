/** What the audit log is kept of. */
export const AUDIT_SUBJECTS = [
  'order',
  'product',
  'account',
  'withdrawal',
  'purchase',
  'sale',
  'announcement',
  'setting',
] as const

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]
