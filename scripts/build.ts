import { buildPages } from './pages-build.ts'

buildPages()
