import { apart, last, repeated } from '../sql.ts';

export const setup = `
  CREATE OR REPLACE VIEW counts AS
  SELECT contact_id, count(o.n) AS own FROM contacts LEFT JOIN opportunities o USING (contact_id) GROUP BY contact_id`;

/** Each contact has four or five opportunities, with its name. Half of the contacts have five. */
export const check = {
  'Contacts are sent once': repeated('contacts', 'contact_id'),
  'Opportunities are sent once': repeated('opportunities', 'opportunity_id'),
  'There are 1,000 contacts': apart('(SELECT count(*) FROM contacts)', 1000, 0),
  'Every contact has 4 or 5 opportunities': 'FROM counts WHERE own NOT IN (4, 5)',
  'Half of the contacts have five': apart('(SELECT avg((own = 5)::INT) FROM counts)', 0.5, 0.04),
  'Opportunities have the name of their contact': `
    FROM opportunities LEFT JOIN contacts USING (contact_id)
    WHERE name IS DISTINCT FROM 'The ' || last_name || ' Opportunity'`,
};

export const mutants = {
  'a contact has three opportunities': `
    DELETE FROM opportunities WHERE n = (SELECT min(n) FROM opportunities JOIN counts USING (contact_id) WHERE own = 4)`,
  'every contact has four': `
    DELETE FROM opportunities WHERE n IN (
      SELECT n FROM opportunities QUALIFY row_number() OVER (PARTITION BY contact_id ORDER BY n) = 5)`,
  'an opportunity has the name of another contact':
    "UPDATE opportunities SET name = 'The Nobody Opportunity' WHERE n = 1",
  'an opportunity is of no contact': `DELETE FROM contacts WHERE n = ${last('contacts', 'n')}`,
};
