export default function About() {
  return <main />
}
