import { Button } from './button.tsx';
import { Report } from './report.tsx';

/** In place of a part of the page that could not be loaded: offline, or after an update of the page. */
export const NotLoaded = () => (
  <Report
    tone="failed"
    title="This part of the page could not be loaded"
    actions={
      <Button look="outline" onClick={() => location.reload()}>
        Reload the page
      </Button>
    }
  >
    <p>The network may be down, or the page may have been updated since you opened it.</p>
  </Report>
);
