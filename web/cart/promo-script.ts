declare global {
  /** The shop's answer about a code that this browser did not know; undefined without one. */
  var promoAnswer: Promise<{ code: string; giver: string | null } | undefined> | undefined
}

/**
 * A script for the head, after `roleScript`, for people with a promo code. `data-promo` on `<html>` says that the shop knows
 * it (`known`) or looks it up (`checking`), so that CSS reserves the strip's room and shows who gives the discount and the
 * reduced prices, long before hydration. It also stores the code of a link whose page may be left before that. Nobody who
 * comes without a code asks anything. The server alone needs this text.
 */
export const promoScript = import.meta.env.SSR
  ? `try{let q=new URLSearchParams(location.search),c=(q.get('promo')||q.get('code')||'').trim(),h=document.documentElement,say=n=>{d.promo='known';h.style.setProperty('--promo-giver',JSON.stringify(n));h.style.setProperty('--promo-code',JSON.stringify(c))},p={};if(c)s.setItem('promo-arrival',location.search);try{p=JSON.parse(s.getItem('promo'))||p}catch(e){}if(!(p.until>Date.now()))p={};if(p.isTyped||!c)c=p.code;if(p.by&&p.code===c)say(p.by);else if(c&&c.length<=100&&(d.role==='visitor'||d.role==='admin')){d.promo='checking';promoAnswer=fetch('/api/supplier-from-code/'+encodeURIComponent(c)).then(r=>r.json().then(a=>{if(!r.ok)return;let giver=a&&(a.first_name||c.toUpperCase());if(giver)say(giver);return{code:c,giver}})).catch(()=>{})}}catch(e){}`
  : ''
