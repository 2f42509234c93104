/**
 * Starts the page's scripts once its text, style and first pictures were painted: on a slow line they would take turns
 * with what is to be seen. The server has set them aside; where it has not, they run by themselves.
 * When they cannot be had, no tap waits for them any longer. The browser's copy has no use for this text.
 */
export const lateScript = import.meta.env.SSR
  ? `requestAnimationFrame(()=>setTimeout(()=>{const t=document.querySelector('script[type="text/late"]');if(!t)return;for(const href of t.dataset.files.split(' '))document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',fetchPriority:'low',href}));document.head.append(Object.assign(document.createElement('script'),{type:'module',textContent:t.textContent,onerror:endEarlyTaps}))}))`
  : ''
