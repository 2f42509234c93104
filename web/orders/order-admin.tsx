export default function OrderAdmin() {
  return <main />
}
