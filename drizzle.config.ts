import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./features/*/tables.ts', './platform/http/tables.ts'],
  out: './platform/db/migrations',
  casing: 'snake_case',
})
