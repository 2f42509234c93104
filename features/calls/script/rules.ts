import type { ScriptField } from '#features/settings/model.ts'

/** Puts an order's own words in the place of the fields in braces. An empty one takes the blank before it along. */
export const fillScript = (script: string, values: Readonly<Record<ScriptField, string>>): string =>
  script.replace(/([ \u00A0]?)\{([^{}]*)\}/g, (_, blank: string, field: ScriptField) => {
    const value = values[field]
    return value === '' ? '' : `${blank}${value}`
  })
